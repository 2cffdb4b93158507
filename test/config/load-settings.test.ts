import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {loadSettings} from '../../source/config/load-settings.js';
import {ConfigError, misnamedText, noSettings} from '../../source/config/settings.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('without a file there are no settings; a named file must exist', async t => {
	const path = join(temporaryDirectory(t), 'config.jsonc');
	t.is(await loadSettings(null, false), noSettings);
	t.is(await loadSettings(path, false), noSettings);
	t.is(await loadSettings(join(path, 'below'), false), noSettings);
	await t.throwsAsync(loadSettings(path, true), {
		instanceOf: ConfigError,
		message: `${path}: the config file can't be read: no such file`,
	});
});

test('if config.jsonc is missing, config.json isn’t read but reported', async t => {
	const folder = temporaryDirectory(t);
	const [path, other] = [join(folder, 'config.jsonc'), join(folder, 'config.json')];
	writeFileSync(other, '{"theme": "dark"}');
	const settings = await loadSettings(path, false);
	t.deepEqual(settings, {...noSettings, misnamed: other});
	t.is(misnamedText(settings), `config.json isn’t read: rename it to config.jsonc (in ${folder})`);
	t.is(misnamedText(noSettings), '');
	writeFileSync(path, '{}');
	t.is((await loadSettings(path, false)).misnamed, null, 'there is a config file');
});

test('returns the settings of a file', async t => {
	const path = join(temporaryDirectory(t), 'config.jsonc');
	writeFileSync(path, '{"theme": "dark"}');
	const {file, theme} = await loadSettings(path, false);
	t.is(file, path);
	t.is(theme, 'dark');
});

test('hostile 17: anything other than a regular config file is reported, without blocking', async t => {
	const directory = temporaryDirectory(t);
	const path = (name: string): string => join(directory, name);
	mkdirSync(path('folder'));
	writeFileSync(path('large'), Buffer.alloc((1 << 20) + 1, ' '));
	await makeNamedPipe(path('pipe'));
	for (const [name, message] of [
		['folder', "the config file isn't a regular file"],
		['pipe', "the config file isn't a regular file"],
		['large', "a config file can't be larger than 1 MiB"],
	] as const) {
		await t.throwsAsync(loadSettings(path(name), false), {
			instanceOf: ConfigError,
			message: `${path(name)}: ${message}`,
		});
	}
});

test('exec is refused in a config file that others can write to', async t => {
	const path = join(temporaryDirectory(t), 'config.jsonc');
	writeFileSync(path, '{\n"theme": "dark",\n"alerts": {"doors": {"rule": "over 3 in 1h", "exec": ["p"]}}}');
	t.is((await loadSettings(path, false)).alerts[0]?.command?.program, 'p');
	chmodSync(path, 0o666);
	await t.throwsAsync(loadSettings(path, false), {
		instanceOf: ConfigError,
		message: `${path}:3: exec of the alert doors is not run: other users can write to the file: remove that permission with chmod go-w ${path}`,
	});
	writeFileSync(path, '{"theme": "dark"}');
	t.is((await loadSettings(path, false)).theme, 'dark');
});

test('hostile 29: exec is refused in a folder that others can write to, with advice', async t => {
	const folder = join(temporaryDirectory(t), 'folder');
	const path = join(folder, 'config.jsonc');
	mkdirSync(folder);
	writeFileSync(path, '{"alerts": {"doors": {"rule": "over 3 in 1h", "exec": ["p"]}}}');
	t.is((await loadSettings(path, false)).alerts[0]?.command?.program, 'p');
	chmodSync(folder, 0o777);
	await t.throwsAsync(loadSettings(path, false), {
		instanceOf: ConfigError,
		message: `${path}:1: exec of the alert doors is not run: other users can write to the folder ${folder}: remove that permission with chmod go-w ${folder}`,
	});
	writeFileSync(path, '{"theme": "dark"}');
	t.is((await loadSettings(path, false)).theme, 'dark');
});
