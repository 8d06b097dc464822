import { RewindPage } from './rewind-page.ts';

const page = new RewindPage();
Object.assign(globalThis, { rewind: page }); // for the console and tests
page.open();
