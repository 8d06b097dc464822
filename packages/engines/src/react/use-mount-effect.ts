import { useEffect, useLayoutEffect } from 'react';

/**
 * `useLayoutEffect`, which React cleans up before it clears the refs of the component. On a server, where React 18 warns of layout effects, `useEffect`:
 * no effect runs there.
 */
export const useMountEffect: typeof useLayoutEffect =
  typeof document === 'undefined' ? useEffect : useLayoutEffect;
