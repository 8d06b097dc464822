export {
  VirtualLink,
  type VirtualEndpoint,
  type VirtualLinkOptions,
  type LinkEndpoint,
  type LinkListener,
} from './virtual/virtual-link.ts';
export { VirtualPair, type VirtualPairOptions } from './virtual/virtual-pair.ts';
