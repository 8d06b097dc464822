import { PacelineSocket } from '@doha/paceline';

// To be run before all other scripts of a page.
PacelineSocket.install();
