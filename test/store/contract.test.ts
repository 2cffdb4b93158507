import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {EmbeddedStore} from '../../source/store/embedded-store.js';
import {testStore} from '../helpers/store-contract.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

testStore(
	'embedded store',
	(t, logs) => {
		const directory = temporaryDirectory(t);
		const path = (name: string): string => join(directory, name);
		for (const [name, text] of Object.entries(logs)) {
			writeFileSync(path(name), text);
		}
		const store = new EmbeddedStore({
			paths: Object.keys(logs).map(path),
			follow: true,
			poll: false,
			past: true,
			source: '',
			cap: Number.POSITIVE_INFINITY,
			keepPiped: 0,
			failed: error => t.fail(String(error)),
		});
		t.teardown(() => store.close());
		return {store, append: (name, text) => appendFileSync(path(name), text)};
	},
	40,
);
