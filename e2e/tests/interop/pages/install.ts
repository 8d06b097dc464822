import { PacelineSocket } from '@doha/paceline';

// Must run before all other scripts of a page: some read the global `WebSocket` when they are loaded.
PacelineSocket.install();
