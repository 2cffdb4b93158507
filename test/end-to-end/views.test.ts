import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, quit, runProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

test.serial('a view saved on the screen persists across sessions', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(60));
	const none = await runProgram(t, ['views'], {cwd});
	t.deepEqual([none.status, none.stdout], [0, 'No views: :save NAME saves the current screen.\n']);

	const first = openProgram(t, ['-q', 'status:500', 'access.log'], {cwd});
	await first.waitFor('12 results found');
	await first.press(':rows 4\r:columns status,url:12,token\r', '1–4 of 12');
	await first.press('r', 'Routes by');
	await first.press(':save broken\r', 'Saved the view broken');
	first.write('\u0003');
	await first.exit;
	const file = join(cwd, '.config', 'reqscope', 'views.jsonc');
	t.is(statSync(file).mode & 0o777, 0o600);

	const listed = await runProgram(t, ['views'], {cwd});
	t.is(listed.stdout, "broken  -q 'status:500' --columns status,url:12,token --rows 4 (with the routes)\n");

	const next = openProgram(t, ['--view', 'broken', 'access.log'], {cwd});
	await next.waitFor('Routes by');
	await next.press('\u001b', '1–4 of 12');
	await next.waitFor(/^ status:500$/m);
	await next.press(':forget broken\r', 'The view broken is forgotten');
	await quit(t, next);
	t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {});
});

test.serial('views apply to printed output; options override them; unknown names are refused', async t => {
	const {directory: cwd} = temporaryLog(t, numberedLines(60));
	const file = join(cwd, 'reqscope', 'views.jsonc');
	const env = {XDG_CONFIG_HOME: cwd};
	t.is((await runProgram(t, ['--view', 'a', 'access.log'], {cwd, env})).status, 2);
	mkdirSync(join(cwd, 'reqscope'));
	writeFileSync(file, '{"errors": {"query": "status:500", "columns": "status,url", "rows": 2}, "late": {}}');

	const printed = await runProgram(t, ['--text', '--view', 'errors', 'access.log'], {cwd, env});
	// The number of rows per page applies only to the screen. Everything is printed.
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
	t.is((await runProgram(t, ['views', '--redact'], {cwd, env})).stdout, "errors  -q 'url:token=REDACTED'\n");

	writeFileSync(file, '{"errors": {"query": "nofield:1"}}');
	const broken = await runProgram(t, ['--view', 'errors', 'access.log'], {cwd, env});
	t.is(broken.status, 2);
	t.regex(broken.stderr, /^reqscope: --view: .*views\.jsonc:1: query: there is no field “nofield”/);
	const list = await runProgram(t, ['views'], {cwd, env});
	t.is(list.status, 1);
	t.regex(list.stderr, /^reqscope: .*views\.jsonc:1: query: /);
	t.is(readFileSync(file, 'utf8'), '{"errors": {"query": "nofield:1"}}');
});
