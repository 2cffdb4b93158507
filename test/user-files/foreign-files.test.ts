import {
	chownSync,
	existsSync,
	lchownSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const sample = join(import.meta.dirname, '../../../samples/storefront.log');

/** Some user that isn't the one who runs the tests. */
const stranger = 54_321;

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot(
	'hostile 29: root leaves the home directory of another user as it is, and what its links lead to',
	async t => {
		const directory = temporaryDirectory(t);
		const home = join(directory, 'home');
		const state = join(home, '.local', 'state', 'reqscope');
		const victims = ['searches', 'last-searches', 'marks'].map(name => join(directory, `victim-${name}`));
		for (const folder of [home, join(home, '.local'), join(home, '.local', 'state'), state]) {
			mkdirSync(folder);
			chownSync(folder, stranger, stranger);
		}
		for (const victim of victims) {
			writeFileSync(victim, '');
			symlinkSync(victim, join(state, victim.split('victim-')[1] ?? ''));
		}
		const before = readdirSync(state);
		const terminal = openProgram(t, [sample], {
			cwd: directory,
			env: {HOME: home, XDG_CACHE_HOME: join(home, '.cache')},
			isFirstStart: true,
		});
		await terminal.waitFor(/results found(?:.|\n)* GET /);
		terminal.write('m');
		await terminal.waitFor(/belongs to another user/);
		terminal.write('/status:404\r');
		await terminal.waitFor(/status:404/);
		terminal.write('q');
		t.is((await terminal.exit).status, 0);
		t.deepEqual(
			victims.map(victim => readFileSync(victim, 'utf8')),
			['', '', ''],
		);
		t.deepEqual(readdirSync(state), before);
		t.false(existsSync(join(home, '.cache')));
	},
);

asRoot('hostile 29: root runs no program that the config file of another user names', async t => {
	const directory = temporaryDirectory(t);
	const config = join(directory, '.config', 'reqscope', 'config.jsonc');
	mkdirSync(join(config, '..'), {recursive: true});
	writeFileSync(config, '{"alerts": {"doors": {"rule": "over 3 in 1h", "exec": ["touch", "run"]}}}');
	chownSync(config, stranger, stranger);
	const {status, stderr} = await runProgram(t, ['--count', sample], {cwd: directory});
	t.regex(
		stderr,
		/config\.jsonc:1: exec of the alert doors is not run: \S*config\.jsonc belongs to another user/,
	);
	t.is(status, 2);
	t.is((await runProgram(t, ['--count', '--no-config', sample], {cwd: directory})).status, 0);
});

asRoot('root runs no program that a file names to which a link of another user leads', async t => {
	const directory = temporaryDirectory(t);
	const folder = join(directory, '.config', 'reqscope');
	const own = join(directory, 'own.jsonc');
	mkdirSync(folder, {recursive: true});
	writeFileSync(own, '{"alerts": {"doors": {"rule": "over 3 in 1h", "exec": ["touch", "run"]}}}');
	symlinkSync(own, join(folder, 'config.jsonc'));
	t.is((await runProgram(t, ['--count', sample], {cwd: directory})).status, 0);
	lchownSync(join(folder, 'config.jsonc'), stranger, stranger);
	const link = await runProgram(t, ['--count', sample], {cwd: directory});
	t.regex(link.stderr, /exec of the alert doors is not run: \S*config\.jsonc belongs to another user/);
	t.is(link.status, 2);
	lchownSync(join(folder, 'config.jsonc'), 0, 0);
	chownSync(folder, stranger, stranger);
	const inFolder = await runProgram(t, ['--count', sample], {cwd: directory});
	t.regex(inFolder.stderr, /exec of the alert doors is not run: \S*reqscope belongs to another user/);
	t.is(inFolder.status, 2);
});
