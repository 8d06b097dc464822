// Decides when synthetic inputs happen. In the page, a timer would be late when the page is busy, and the time until it runs would not count as latency.

/** Times in ms between two inputs: 120 on average, and irregular, so that they hit all parts of a frame. */
const least = 60;
const most = 180;

function next(): void {
  setTimeout(
    () => {
      postMessage(performance.timeOrigin + performance.now());
      next();
    },
    least + (most - least) * Math.random(),
  );
}

next();
