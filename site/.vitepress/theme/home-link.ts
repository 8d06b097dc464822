import { useData } from 'vitepress';
import { defineComponent, h } from 'vue';

/** A link from the guide to the start page, which is outside of the guide. */
export const HomeLink: ReturnType<typeof defineComponent> = defineComponent({
  setup() {
    const { page } = useData();
    return () => {
      const depth = page.value.relativePath.split('/').length;
      return h('a', { class: 'home-link', href: '../'.repeat(depth), target: '_self' }, 'Demos');
    };
  },
});
