import test from 'ava';
import type {StoreStatus} from '../../../source/store/store.js';
import {emptyTexts} from '../../../source/view/listing/empty-texts.js';

const status: StoreStatus = {
	files: [],
	indexing: null,
	lag: 0,
	unrecognised: 0,
	evicted: 0,
	pastLeftOut: false,
	notices: [],
};

test('fault 26: what can not be read for the same reason takes one sentence, whatever there is of it', t => {
	const problem = 'xz-compressed; read it with: xzcat FILE | reqscope -';
	const files = [
		...[2, 3, 4].map(n => ({path: `access.log.${n}.xz`, state: 'unreadable', problem}) as const),
		{path: 'b.log', state: 'unreadable', problem: 'permission denied'} as const,
		{path: 'c.log', state: 'waiting'} as const,
		{path: 'd.log', state: 'waiting'} as const,
	];
	t.deepEqual(
		emptyTexts({...status, files}, path => path),
		[
			`access.log.2.xz and 2 more can’t be read: ${problem}`,
			'b.log can’t be read: permission denied',
			'Waiting for c.log: no such file',
			'Waiting for d.log: no such file',
		],
	);
});
