export {
  VirtualLink,
  type VirtualEnd,
  type VirtualLinkOptions,
  type LinkEnd,
  type LinkListener,
} from './virtual/virtual-link.ts';
export { VirtualPair, type VirtualPairOptions } from './virtual/virtual-pair.ts';
