import { colors } from '../view/colors.ts';

/** The style sheet of the shadow root. */
export const style: string = `
:host { display: contents !important; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.panel {
  all: initial;
  position: fixed;
  z-index: 2147483647;
  display: flex;
  width: min(420px, calc(100vw - 16px));
  color-scheme: dark;
  box-sizing: border-box;
  flex-direction: column;
  max-height: min(620px, var(--room));
  border: 1px solid ${colors.grid};
  border-radius: 8px;
  overflow: hidden;
  background: ${colors.background};
  box-shadow: 0 6px 24px rgb(0 0 0 / 0.5);
  color: ${colors.text};
  font: 12px/1.4 system-ui, sans-serif;
}
.panel[data-view='record'] { max-height: min(900px, var(--room)); }
.panel[data-docked] {
  inset: auto 0 0;
  width: 100%;
  height: var(--room);
  max-height: none;
  border-width: 1px 0 0;
  border-radius: 0;
}
.panel[data-collapsed] { height: auto; }
.panel[data-collapsed] > :not(.title) { display: none; }
.title {
  display: flex;
  flex: none;
  align-items: center;
  gap: 4px;
  padding-left: 10px;
  background: #1a2133;
  cursor: move;
  touch-action: none;
  user-select: none;
  -webkit-user-select: none;
}
.title h2 {
  flex: 1;
  overflow: hidden;
  margin: 0;
  font: inherit;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}
button, select, input, textarea {
  border: 1px solid ${colors.grid};
  border-radius: 4px;
  background: #1a2133;
  color: inherit;
  font: inherit;
}
button, select { min-height: 28px; cursor: pointer; }
button { padding: 0 8px; }
button:hover:enabled { background: #26304a; }
button:disabled { color: #77829a; cursor: default; }
.title button { width: 44px; height: 40px; border: 0; background: none; font-size: 14px; }
:focus-visible { outline: 2px solid ${colors.accent}; outline-offset: -2px; }
.tabs { display: flex; flex: none; border-bottom: 1px solid ${colors.grid}; }
.tabs button {
  flex: 1 1 auto;
  min-height: 40px;
  padding: 0 2px;
  border: 0;
  border-bottom: 2px solid transparent;
  border-radius: 0;
  background: none;
  color: ${colors.quiet};
}
.tabs button[aria-selected='true'] { border-bottom-color: ${colors.accent}; color: ${colors.text}; }
.body { flex: 1 1 auto; min-height: 60px; overflow: hidden auto; overscroll-behavior: contain; scrollbar-width: thin; }
canvas { display: block; width: 100%; touch-action: pan-y; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; padding: 6px 8px; }
.controls label, .row label { display: inline-flex; align-items: center; gap: 4px; }
input[type='checkbox'] { width: 18px; height: 18px; margin: 0; accent-color: ${colors.accent}; }
input[type='range'] { flex: 1 1 60px; min-width: 56px; height: 28px; accent-color: ${colors.accent}; }
input[type='number'] { width: 68px; min-height: 28px; padding: 0 4px; }
textarea { width: 100%; min-height: 90px; }
details { border-top: 1px solid ${colors.grid}; }
summary { padding: 10px 8px; cursor: pointer; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding: 4px 8px; border-top: 1px solid ${colors.grid}; }
.row .name { flex: 1 1 96px; overflow-wrap: anywhere; }
.error { flex: 1 1 100%; margin: 0; color: ${colors.warning}; overflow-wrap: anywhere; }
.empty { padding: 10px 8px; color: ${colors.quiet}; }
.rows { max-height: 212px; border-top: 1px solid ${colors.grid}; overflow: hidden auto; scrollbar-width: thin; }
.rows label {
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 2fr) 104px 58px;
  gap: 8px;
  position: relative;
  align-items: center;
  min-height: 26px;
  padding: 0 8px;
  cursor: pointer;
}
.rows label:hover { background: #1a2133; }
.rows label:has(:checked) { background: #26304a; box-shadow: inset 3px 0 ${colors.accent}; }
.rows label:has(:focus-visible) { outline: 2px solid ${colors.accent}; outline-offset: -2px; }
.rows input { position: absolute; opacity: 0; pointer-events: none; }
.rows span, .lines li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.saves { padding-block: 0; }
.saves button { padding: 0 5px; }
.quiet { color: ${colors.quiet}; }
.number { font-variant-numeric: tabular-nums; text-align: end; }
.lines { margin: 0; padding: 0 8px; list-style: none; }
.lines:not(:empty) { padding-bottom: 6px; border-top: 1px solid ${colors.grid}; }
.lines li { padding: 1px 0; }
.lines .level0 { padding-top: 6px; color: ${colors.quiet}; white-space: normal; }
.lines :is(.level1, .level2) { padding-left: calc(14px * var(--level) - 4px); }
.lines .level2 { color: ${colors.quiet}; }
.status {
  flex: none;
  padding: 4px 8px;
  border-top: 1px solid ${colors.grid};
  color: ${colors.quiet};
  font-variant-numeric: tabular-nums;
}
@media (max-width: 600px) {
  .rows label { grid-template-columns: minmax(0, 1fr) fit-content(25%) max-content 52px; }
}
@media (pointer: coarse) {
  button, select, input[type='number'], input[type='range'] { min-height: 40px; }
  input[type='checkbox'] { width: 26px; height: 26px; }
  .rows label { min-height: 36px; }
}
`;
