/** An object of the game. */
export class Creature {
  x: number;
  y: number;
  #heading: number;

  constructor(number: number) {
    this.x = (number * 79) % 600;
    this.y = (number * 131) % 300;
    this.#heading = number;
  }

  move(elapsed: number): void {
    this.#heading += Math.sin(this.x / 50 + this.y / 70) * 0.003 * elapsed;
    this.x = (this.x + Math.cos(this.#heading) * 0.05 * elapsed + 600) % 600;
    this.y = (this.y + Math.sin(this.#heading) * 0.05 * elapsed + 300) % 300;
  }
}

export const player = new Creature(2);
export const enemies = Array.from({ length: 5000 }, (_, i) => new Creature(i));

const context = document.querySelector('canvas')!.getContext('2d')!;

export function draw(): void {
  context.clearRect(0, 0, 600, 300);
  for (const { x, y } of enemies) context.fillRect(x, y, 2, 2);
  context.fillRect(player.x - 5, player.y - 5, 10, 10);
}
