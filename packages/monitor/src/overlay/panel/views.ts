import type { OverlayModel } from '../overlay-model.ts';
import type { ViewName } from '../overlay-options.ts';
import type { Canvas } from '../view/canvas.ts';
import { HistogramsView } from './histograms-view.ts';
import { LanesView } from './lanes-view.ts';
import { ParametersView } from './parameters-view.ts';
import { PrioritiesView } from './priorities-view.ts';
import { SignalsView } from './signals-view.ts';
import type { View } from './view.ts';

/** Creates all views. `history`: the length of the history in s. `redraw`: draws the open view. */
export function viewsOf(
  model: OverlayModel,
  canvas: Canvas,
  history: number,
  redraw: () => void,
): Readonly<Record<ViewName, View>> {
  return {
    signals: new SignalsView(model, history, redraw),
    histograms: new HistogramsView(model, redraw),
    lanes: new LanesView(model, canvas, history, redraw),
    priorities: new PrioritiesView(model),
    parameters: new ParametersView(model),
  };
}
