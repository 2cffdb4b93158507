import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test.serial('a view saved on the screen persists across sessions', async t => {
	const cwd = temporaryDirectory(t);
	writeFileSync(join(cwd, 'access.log'), numberedLines(60).join(''));
	const none = await runProgram(t, ['views'], {cwd});
	t.deepEqual([none.status, none.stdout], [0, 'No views: :save NAME saves the current screen.\n']);

	const first = openProgram(t, ['-q', 'status:500', 'access.log'], {cwd});
	await first.waitFor('12 results found');
	first.write(':rows 4\r:columns status,url:12,token\r');
	await first.waitFor('1–4 of 12');
	first.write('r');
	await first.waitFor('Routes by');
	first.write(':save broken\r');
	await first.waitFor('Saved the view broken');
	first.write('\u0003');
	await first.exit;
	const file = join(cwd, '.config', 'reqscope', 'views.jsonc');
	t.is(statSync(file).mode & 0o777, 0o600);

	const listed = await runProgram(t, ['views'], {cwd});
	t.is(listed.stdout, "broken  -q 'status:500' --columns status,url:12,token --rows 4 (with the routes)\n");

	const next = openProgram(t, ['--view', 'broken', 'access.log'], {cwd});
	await next.waitFor('Routes by');
	next.write('\u001b');
	await next.waitFor('1–4 of 12');
	await next.waitFor(/^ status:500$/m);
	next.write(':forget broken\r');
	await next.waitFor('The view broken is forgotten');
	next.write('q');
	t.is((await next.exit).status, 0);
	t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {});
});

test.serial(
	'views apply to printed output, other options override them, and an unknown name is reported',
	async t => {
		const cwd = temporaryDirectory(t);
		writeFileSync(join(cwd, 'access.log'), numberedLines(60).join(''));
		const file = join(cwd, 'reqscope', 'views.jsonc');
		const env = {XDG_CONFIG_HOME: cwd};
		t.is((await runProgram(t, ['--view', 'a', 'access.log'], {cwd, env})).status, 2);
		mkdirSync(join(cwd, 'reqscope'));
		writeFileSync(
			file,
			'{"errors": {"query": "status:500", "columns": "status,url", "rows": 2}, "late": {}}',
		);

		const printed = await runProgram(t, ['--text', '--view', 'errors', 'access.log'], {cwd, env});
		// How long its page is, is for the screen: what is printed is all.
		t.deepEqual(
			printed.stdout.split('\n').map(line => line.trim().split(/\s+/).length),
			[3, 2, ...Array.from({length: 12}, () => 2), 1],
		);
		const counted = await runProgram(t, ['--count', '--view', 'errors', '-q', 'status:404', 'access.log'], {
			cwd,
			env,
		});
		t.is(counted.stdout, '12 results found\n');

		const config = await runProgram(t, ['config', '--view', 'errors'], {cwd, env});
		t.regex(config.stdout, /^\t\t"rows": 2, \/\/ --view$/m);

		const wrong = await runProgram(t, ['--view', 'erors', 'access.log'], {cwd, env});
		t.is(wrong.status, 2);
		t.is(
			wrong.stderr,
			'reqscope: --view: there is no view erors. Did you mean errors? There are: errors, late\n',
		);

		writeFileSync(file, '{"errors": {"query": "url:token=abcdef"}}');
		t.is(
			(await runProgram(t, ['views', '--redact'], {cwd, env})).stdout,
			"errors  -q 'url:token=REDACTED'\n",
		);

		writeFileSync(file, '{"errors": {"query": "nofield:1"}}');
		const broken = await runProgram(t, ['--view', 'errors', 'access.log'], {cwd, env});
		t.is(broken.status, 2);
		t.regex(broken.stderr, /^reqscope: --view: .*views\.jsonc:1: query: there is no field “nofield”/);
		const list = await runProgram(t, ['views'], {cwd, env});
		t.is(list.status, 1);
		t.regex(list.stderr, /^reqscope: .*views\.jsonc:1: query: /);
		t.is(readFileSync(file, 'utf8'), '{"errors": {"query": "nofield:1"}}');
	},
);
