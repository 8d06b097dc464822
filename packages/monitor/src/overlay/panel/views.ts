import type { OverlayModel } from '../overlay-model.ts';
import type { CompleteOptions, ViewName } from '../overlay-options.ts';
import type { LatestRecording } from '../record/latest-recording.ts';
import type { Canvas } from '../view/canvas.ts';
import { HistogramsView } from './histograms-view.ts';
import { LanesView } from './lanes-view.ts';
import { ParametersView } from './parameters-view.ts';
import { PrioritiesView } from './priorities-view.ts';
import { RecordView } from './record-view.ts';
import { SignalsView } from './signals-view.ts';
import type { View } from './view.ts';

/** The parts of an overlay that its views use. */
export interface ViewParts {
  readonly model: OverlayModel;
  readonly latest: LatestRecording;
  readonly canvas: Canvas;
  readonly options: CompleteOptions;
  /** Draws the open view. */
  readonly redraw: () => void;
}

/** Creates all views. */
export function viewsOf({
  canvas,
  latest,
  model,
  options,
  redraw,
}: ViewParts): Readonly<Record<ViewName, View>> {
  const { history, name } = options;
  return {
    signals: new SignalsView(model, history, redraw),
    histograms: new HistogramsView(model, redraw),
    lanes: new LanesView(model, canvas, history, redraw),
    priorities: new PrioritiesView(model),
    parameters: new ParametersView(model),
    record: new RecordView(latest, name, redraw),
  };
}
