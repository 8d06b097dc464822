import { addComponents, addEntity, createWorld, query } from 'bitecs';
import { createWorld as createKoota, getStore, trait } from 'koota';
import { place, type Swarm } from './swarm.ts';

/** A world of an entity component system. */
export interface Library {
  readonly swarm: Swarm;
  /** The entities of the query, as the library returns them. */
  readonly query: () => ArrayLike<number>;
  /** The index of an entity in the columns. */
  readonly indexOf: (entity: number) => number;
}

export function bitEcs(count: number): Library {
  const world = createWorld();
  const column = (): Float64Array => new Float64Array(count + 1);
  const Position = { x: column(), y: column() };
  const Home = { homeX: column(), homeY: column() };
  const Life = { lived: column(), updates: column() };
  const swarm = { ...Position, ...Home, ...Life };
  for (let i = 0; i < count; i++) {
    const entity = addEntity(world);
    addComponents(world, entity, [Position, Home, Life]);
    place(swarm, entity, i / count);
  }
  return { swarm, query: () => query(world, [Position, Home, Life]), indexOf: (entity) => entity };
}

export function koota(count: number): Library {
  const world = createKoota();
  const Position = trait({ x: 0, y: 0 });
  const Home = trait({ homeX: 0, homeY: 0 });
  const Life = trait({ lived: 0, updates: 0 });
  const entities = Array.from({ length: count }, () => world.spawn(Position, Home, Life));
  const swarm = { ...getStore(world, Position), ...getStore(world, Home), ...getStore(world, Life) };
  for (const [i, entity] of entities.entries()) place(swarm, entity.id(), i / count);
  return {
    swarm,
    query: () => world.query(Position, Home, Life),
    indexOf: (entity) => (entity as (typeof entities)[0]).id(),
  };
}
