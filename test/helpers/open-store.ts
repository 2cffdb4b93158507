import type {ExecutionContext} from 'ava';
import {EmbeddedStore, type EmbeddedStoreOptions} from '../../source/store/embedded-store.js';

/** Opens a store that follows logs until the end of the test. The test fails if the store reports an internal error. */
export function openStore(
	t: ExecutionContext,
	paths: readonly string[],
	options: Partial<EmbeddedStoreOptions> = {},
): EmbeddedStore {
	const store = new EmbeddedStore({
		paths,
		follow: true,
		poll: false,
		backfill: true,
		source: '',
		cap: Number.POSITIVE_INFINITY,
		keepPiped: 1 << 20,
		failed: error => t.fail(String(error)),
		...options,
	});
	t.teardown(() => store.close());
	return store;
}

/** Opens a store, and waits until it has read the logs. */
export async function openSettled(...options: Parameters<typeof openStore>): Promise<EmbeddedStore> {
	const store = openStore(...options);
	await store.settled();
	return store;
}
