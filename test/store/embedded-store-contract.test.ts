import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {openStore} from '../helpers/open-store.js';
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
		const store = openStore(t, Object.keys(logs).map(path));
		return {store, append: (name, text) => appendFileSync(path(name), text)};
	},
	40,
);
