/** Position of the left upper corner in CSS pixels. */
export interface Position {
  readonly left: number;
  readonly top: number;
}

/** A rectangle without a position. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distance in CSS pixels that an arrow key moves the overlay. */
const keyStep = 16;
/** Distance in CSS pixels from which a pointer moves the overlay. A tap of a finger is seldom at one point. */
const minMove = 4;

const keyMoves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

/** Returns the nearest position at which a panel is within the window, or at least its left upper corner. */
export function withinWindow({ left, top }: Position, panel: Size, window: Size): Position {
  const limit = (at: number, most: number): number => Math.max(0, Math.min(at, most));
  return {
    left: limit(left, window.width - panel.width),
    top: limit(top, window.height - panel.height),
  };
}

/**
 * Lets the user move a panel by its title bar, with a mouse, a pen, a finger, or the arrow keys. `position` returns where the panel is, and `move` moves it.
 */
export function makeMovable(
  titleBar: HTMLElement,
  position: () => Position,
  move: (to: Position) => void,
): void {
  let grip:
    | {
        readonly x: number;
        readonly y: number;
        readonly from: Position;
        readonly pointer: number;
        isMoving: boolean;
      }
    | undefined;
  titleBar.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
    grip = {
      x: event.clientX,
      y: event.clientY,
      from: position(),
      pointer: event.pointerId,
      isMoving: false,
    };
    titleBar.setPointerCapture(event.pointerId);
  });
  titleBar.addEventListener('pointermove', (event) => {
    if (grip?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
    grip.isMoving ||= Math.hypot(x, y) >= minMove;
    if (grip.isMoving) move({ left: grip.from.left + x, top: grip.from.top + y });
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    titleBar.addEventListener(type, (event) => {
      if (grip?.pointer === event.pointerId) grip = undefined;
    });
  titleBar.addEventListener('keydown', (event) => {
    const by = event.target === titleBar ? keyMoves[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    const { left, top } = position();
    move({ left: left + by[0], top: top + by[1] });
  });
}
