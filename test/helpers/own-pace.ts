import type {SharedSnapshots} from '../../source/view/state/snapshots.js';

/** Snapshots that never lead: each part of the screen queries at its own pace. */
export const ownPace: SharedSnapshots = {isLed: false, join: () => () => {}, hurry() {}};
