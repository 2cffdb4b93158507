import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {printNotices} from '../../source/commands/print-notices.js';
import {NoticeList} from '../../source/store/notice-list.js';
import {fakeStore} from '../helpers/fake-store.js';
import {settle} from '../helpers/settle.js';

test('prints every notice once, and a repeated one when its count has doubled, and at the end', async t => {
	const store = fakeStore();
	const list = new NoticeList();
	const said: string[] = [];
	const add = async (path: string, text: string): Promise<void> => {
		list.add({time: 1, path, text});
		store.setStatus({notices: list.all});
		await settle();
		// After the timer that was set before.
		await setTimeout(1);
	};
	const end = printNotices(store, text => said.push(text), {gather: 0});
	await add('a.log', 'truncated');
	store.setStatus({});
	await settle();
	await add('', 'no more watches');
	for (let n = 0; n < 10; n++) {
		await add('b.log', 'permission denied');
	}
	t.deepEqual(said.splice(0), [
		'a.log: truncated',
		'no more watches',
		'b.log: permission denied',
		'b.log: permission denied (2 times)',
		'b.log: permission denied (4 times)',
		'b.log: permission denied (8 times)',
	]);
	end();
	t.deepEqual(said.splice(0), ['b.log: permission denied (10 times)']);
	await add('c.log', 'truncated');
	t.deepEqual(said, []);
});
