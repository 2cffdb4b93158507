import {appendFileSync, existsSync, readFileSync} from 'node:fs';
import test from 'ava';
import {fakeClock} from '../../../helpers/fake-clock.js';
import {hasLogrotate, logrotate, watchingStore} from '../../../helpers/logrotate.js';
import {openDescriptors} from '../../../helpers/open-descriptors.js';
import {screenScene} from '../../../helpers/screen.js';
import {temporaryLog} from '../../../helpers/temporary-directory.js';
import {waitFor} from '../../../helpers/wait-for.js';

test('in the sample log a 301 leads to its 200 and back, and the raw line is still found after rotation with compression', async t => {
	const text = readFileSync('samples/storefront.log', 'utf8');
	const {directory, path} = temporaryLog(t, text);
	const store = await watchingStore(t, path);
	const query = {
		text: 'status:301',
		expression: {type: 'number', field: 'status', ranges: [{from: 301, to: 301}]},
	} as const;
	const {entries} = await store.page(query, {from: 'newest'}, 5);
	t.is(entries.length, 5);
	const screen = screenScene({
		t,
		store,
		clock: fakeClock(Date.UTC(2026, 10, 20, 18)),
		lines: 60,
		columns: 160,
		query,
	});
	t.teardown(() => screen.close());
	await screen.has(entries[4]?.token ?? '');
	const read = async (keys: string, token: string): Promise<void> => {
		await screen.press(keys, `Details ${token}`);
		await waitFor(() => /^Line /m.test(screen.frame()) && !/reading/.test(screen.frame()), screen.frame);
	};
	const told = async (): Promise<void> => {
		const [, , of] = entries;
		await read('gjjj\rZ', of?.token ?? '');
		t.regex(screen.frame(), /led to\n.* 200 GET +\S+\/ +[^\n]* m?s[^\n]*\n +the same path with a slash, /);
		const [raw = ''] = text.slice(of?.offset).split('\n');
		t.true(screen.frame().replaceAll('\n', '').includes(raw));
		t.false(screen.frame().includes('gone'));
		await screen.press('j\r', 'came from', `GET ${of?.url}/ HTTP`);
		await waitFor(() => !screen.frame().includes('reading'), screen.frame);
		t.true(screen.frame().includes(`301 GET     ${of?.url}`));
		t.false(screen.frame().includes('gone'));
		await screen.press('q', 'results found');
	};
	await told();
	if (hasLogrotate) {
		logrotate(path, 'create', 'compress');
		t.true(existsSync(`${path}.1.gz`));
		appendFileSync(path, text.slice(0, text.indexOf('\n') + 1));
		await waitFor(
			() => openDescriptors(directory).every(open => open === path),
			() => openDescriptors(directory).join(),
		);
		await told();
	} else {
		t.log('no logrotate here');
	}
});
