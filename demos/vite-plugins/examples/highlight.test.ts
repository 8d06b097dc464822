import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

test('tokens get classes, and HTML characters are replaced', () => {
  expect(highlight("if (a < 1) run('x'); // ok")).toBe(
    '<span class="keyword">if</span> (a &lt; <span class="number">1</span>) <span class="call">run</span>' +
      '(<span class="string">\'x\'</span>); <span class="comment">// ok</span>',
  );
});

test('words in comments and strings, names of properties, and members are no keywords', () => {
  expect(highlight('/* new */ this.#delete; { type: 1 }; x.new')).toBe(
    '<span class="comment">/* new */</span> <span class="keyword">this</span>.#delete; ' +
      '{ type: <span class="number">1</span> }; x.new',
  );
});
