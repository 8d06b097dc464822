import { usePrioritized } from '@doha/engines/react';
import { memo, startTransition, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { findSimilar, type Similar } from './find-similar.ts';
import { createNotes, type Note } from './notes.ts';

// ?mode=transition or ?mode=plain begins without DOHA, and ?rows=500 shortens the list.
const address = new URLSearchParams(location.search);
const rowHeight = 40; // as in list.css
const notes = createNotes(Number(address.get('rows') ?? 10_000));

interface RowsProps {
  readonly query: string;
  /** Position of the middle of the screen in the list, in pixels. */
  readonly middle: number;
}

/** With DOHA: computes the visible rows first, and renders rows as they become ready. */
const FoundRows = memo(function FoundRows({ middle, query }: RowsProps) {
  const found = usePrioritized(notes, (note) => findSimilar(note, query), {
    deps: [query],
    priority: useCallback((note: Note) => -Math.abs(note.index * rowHeight - middle), [middle]),
  });
  return notes.map((note) => {
    const similar = found.get(note);
    return similar && <Row key={note.index} index={note.index} similar={similar} />;
  });
});

/** The input field comes before the list. */
function PrioritizedRows({ middle, query }: RowsProps) {
  return <FoundRows query={useDeferredValue(query)} middle={middle} />;
}

/** Without DOHA: each row computes its text when React renders it. */
const Rows = memo(function Rows({ query }: Pick<RowsProps, 'query'>) {
  return notes.map((note) => <ComputedRow key={note.index} note={note} query={query} />);
});

function ComputedRow({ note, query }: { readonly note: Note; readonly query: string }) {
  const similar = useMemo(() => findSimilar(note, query), [note, query]);
  return <Row index={note.index} similar={similar} />;
}

/** The list is a transition, which React interrupts for input. */
function DeferredRows({ query }: RowsProps) {
  return <Rows query={useDeferredValue(query, '')} />;
}

const Row = memo(function Row({ index, similar }: { readonly index: number; readonly similar: Similar }) {
  const { after, before, query, word } = similar;
  return (
    <li id={`note-${index}`} data-query={query} style={{ top: index * rowHeight }}>
      <b>{index + 1}</b> {before} <mark>{word}</mark> {after}
    </li>
  );
});

const modes = { doha: PrioritizedRows, transition: DeferredRows, plain: Rows };
const labels = { doha: 'DOHA', transition: 'React transition', plain: 'React alone' };
type Mode = keyof typeof modes;

function App() {
  const [mode, setMode] = useState<Mode>(() => (address.get('mode') ?? 'doha') as Mode);
  const [query, setQuery] = useState('lamore');
  const [middle, setMiddle] = useState(0);
  const List = modes[mode];
  return (
    <>
      <header>
        <h1>10,000 rows in React</h1>
        <p>
          Each row shows the word of a note that is most similar to the one that you type. With DOHA, the
          visible rows are computed first, and rows appear as they become ready.
        </p>
        <form role="search" onSubmit={(event) => event.preventDefault()}>
          <input
            type="search"
            aria-label="Similar to"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <fieldset aria-label="Rendered with">
            {(Object.keys(modes) as Mode[]).map((name) => (
              <label key={name}>
                <input type="radio" name="mode" checked={mode === name} onChange={() => setMode(name)} />{' '}
                {labels[name]}
              </label>
            ))}
          </fieldset>
        </form>
      </header>
      <section
        tabIndex={0}
        aria-label="Notes"
        onScroll={({ currentTarget: { clientHeight, scrollTop } }) =>
          startTransition(() => setMiddle(scrollTop + clientHeight / 2))
        }
      >
        <ol style={{ height: notes.length * rowHeight }}>
          <List query={query} middle={middle} />
        </ol>
      </section>
    </>
  );
}

const root = document.body.appendChild(document.createElement('div'));
root.id = 'root';
createRoot(root).render(<App />);
