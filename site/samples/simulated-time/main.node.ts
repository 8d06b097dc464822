import { EventLoop, everyFrame, Frame } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';

const host = new VirtualHost();
const loop = new EventLoop({ host });
const ball = { x: 0 };
const frame = new Frame({
  entities: [ball],
  priority: () => 1,
  update: (entity, elapsed) => {
    entity.x += elapsed;
    host.spend(0.5); // each update costs 0.5 ms of simulated time
  },
});
everyFrame(loop, { simulate: frame });
host.advanceTo(990);
console.log(Math.round(ball.x)); // prints 1000
console.log(frame.stats.updated); // prints 60
