import {keyed, leaveHint, toldOf} from '../keys/keyed.js';
import {keysOf} from '../keys/keys-in-force.js';

type Hints = ReadonlyArray<string | null>;

/**
 * What is told of keys behind the title, and what in its place where there is no room for that: the tabs are seen, so
 * that their keys are missed least.
 */
export function facetsHints(reorder: string | null): {
	readonly all: Hints;
	readonly shorter: readonly Hints[];
} {
	const tabs = keyed`${'cellLeft'} ${'cellRight'} tabs`;
	const only = keyed`${'wanted'} only`;
	const without = keyed`${'unwanted'} without`;
	const adding = toldOf([keysOf('open'), keysOf('wanted')]);
	const eachOnly = adding.length === 0 ? null : `${adding.join(' ')} only`;
	return {
		all: [reorder, only, without, tabs, keyed`${'open'} searches`, leaveHint()],
		shorter: [
			[reorder, eachOnly, without, tabs, leaveHint()],
			[reorder, eachOnly, without, leaveHint()],
			[reorder, only, without, leaveHint()],
		],
	};
}
