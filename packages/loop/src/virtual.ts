export { VirtualHost } from './host/virtual-host.ts';
