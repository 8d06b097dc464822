import { PacelineSocket } from '@doha/paceline';

// Must run before all other scripts of a page.
PacelineSocket.install();
