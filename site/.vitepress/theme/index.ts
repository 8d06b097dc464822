import { h } from 'vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './charts.css';
import './colors.css';
import { HomeLink } from './home-link.ts';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-before': () => h(HomeLink) }),
};
