import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

let collect: (() => void) | undefined;

/** Collects all garbage; what weak references point to after a turn of the event loop is in use. */
export async function collectGarbage(): Promise<void> {
	if (collect === undefined) {
		setFlagsFromString('--expose-gc');
		collect = runInNewContext('gc') as () => void;
	}
	// What was used in this turn is kept until it is over.
	await new Promise(resolve => {
		setImmediate(resolve);
	});
	collect();
}
