import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const programs = 6;

/** Returns the URL of a module. */
function urlOf(module: string): string {
	return JSON.stringify(new URL(`../../source/${module}`, import.meta.url).href);
}

/** The change that each program makes to the file, once it has received its number. */
const changes: Readonly<Record<string, string>> = {
	marks: `
		const {keptBookmarks} = await import(${urlOf('bookmarks/kept-bookmarks.js')});
		const kept = keptBookmarks(path);
		kept.change({type: 'add', record: {kind: 'mark', token: String(number), time: number, made: number, logs: []}});
		await kept.settled();`,
	searches: `
		const {keptSearches} = await import(${urlOf('searches/kept-searches.js')});
		const kept = keptSearches(path);
		kept.add('status:' + number);
		await kept.settled();`,
	'last-searches': `
		const {keepLastSearch} = await import(${urlOf('searches/last-searches.js')});
		await keepLastSearch(path, {directory: '/d' + number, paths: []}, 'status:404');`,
	'views.jsonc': `
		const {viewsFile} = await import(${urlOf('saved-views/views-file.js')});
		const view = {query: '', columns: null, rows: null, panel: null, redact: false};
		await viewsFile(path).save('v' + number, view, false);`,
};

/** Starts a program that loads this code, reports that, and runs it when it receives its number. */
async function start(t: ExecutionContext, code: string, path: string): Promise<ChildProcess> {
	const program = `
		const path = ${JSON.stringify(path)};
		process.stdin.once('data', async text => { process.stdin.pause(); const number = Number(text); ${code} });
		console.log('ready');`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	t.teardown(() => child.kill('SIGKILL'));
	await once(child.stdout, 'data');
	return child;
}

for (const [name, code] of Object.entries(changes)) {
	test(`${programs} programs that change ${name} at once, next to the lock of a killed one, lose nothing`, async t => {
		const path = join(temporaryDirectory(t), name);
		// Version 1.0.0 has left it.
		writeFileSync(`${path}.lock`, '');
		const children = await Promise.all(Array.from({length: programs}, () => start(t, code, path)));
		const ended = children.map(async child => once(child, 'exit'));
		for (const [number, child] of children.entries()) {
			child.stdin?.end(String(number));
		}
		t.deepEqual(
			await Promise.all(ended),
			Array.from({length: programs}, () => [0, null]),
		);
		const kept = readFileSync(path, 'utf8')
			.split('\n')
			.filter(line => /\d/.test(line));
		t.is(kept.length, programs, kept.join('\n'));
		t.deepEqual(readdirSync(join(path, '..')), [name]);
	});
}
