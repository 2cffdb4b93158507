// The only file of this folder that others import, and only when they need it: see `commands/load-fleet.ts`.
export {shipOut} from './ship-out.js';
export {openStore} from './store/open-store.js';
