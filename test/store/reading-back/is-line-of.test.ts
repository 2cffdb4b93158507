import {readdirSync} from 'node:fs';
import test from 'ava';
import {isLineOf} from '../../../source/store/reading-back/is-line-of.js';
import type {Entry} from '../../../source/store/store.js';
import {openStore} from '../../helpers/open-store.js';
import {all} from '../../helpers/store-model.js';

const samples = new URL('../../../../samples/', import.meta.url);

const others = (entry: Entry): readonly Entry[] => [
	{...entry, status: 599},
	{...entry, url: '/never'},
	{...entry, ip: '0.0.0.0'},
	{...entry, time: (entry.time ?? 0) + 1000},
];

for (const name of readdirSync(samples).filter(file => /\.(?:log|json|txt)$/.test(file))) {
	test(`a line of ${name} is that of its entry, and of none with another answer`, async t => {
		const path = new URL(name, samples).pathname;
		const store = openStore(t, [path], {follow: false});
		await store.settled();
		for (const entry of await all(store)) {
			const [line] = await store.raw([entry]);
			t.truthy(line);
			if (line) {
				t.true(isLineOf(entry, line), `at ${entry.offset}`);
				const isReadAlone = /^(?:combined|common)$/.test(entry.format) && !entry.incomplete;
				for (const other of isReadAlone ? others(entry) : []) {
					t.false(isLineOf(other, line), `at ${entry.offset}`);
				}
			}
		}
	});
}
