import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Collects all garbage, after a turn of the event loop. A `WeakRef` that still has its target afterwards points to an object in
 * use.
 */
export async function collectGarbage(): Promise<void> {
	if (collect === undefined) {
		setFlagsFromString('--expose-gc');
		collect = runInNewContext('gc') as () => void;
	}
	// Objects used in this turn can't be collected before its end.
	await new Promise(resolve => {
		setImmediate(resolve);
	});
	collect();
}
