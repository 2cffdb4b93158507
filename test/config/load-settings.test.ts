import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {ConfigError} from '../../source/config/config-error.js';
import {loadSettings} from '../../source/config/load-settings.js';
import {noSettings} from '../../source/config/settings.js';
import {makeNamedPipe} from '../helpers/make-named-pipe.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('without a file nothing is set; one that was named must be there', async t => {
	const path = join(temporaryDirectory(t), 'config.jsonc');
	t.is(await loadSettings(null, false), noSettings);
	t.is(await loadSettings(path, false), noSettings);
	t.is(await loadSettings(join(path, 'below'), false), noSettings);
	await t.throwsAsync(loadSettings(path, true), {
		instanceOf: ConfigError,
		message: `${path}: the config file can't be read: no such file`,
	});
});

test('what a file says', async t => {
	const path = join(temporaryDirectory(t), 'config.jsonc');
	writeFileSync(path, '{"theme": "dark"}');
	const {file, theme} = await loadSettings(path, false);
	t.is(file, path);
	t.is(theme, 'dark');
});

test('what is no such file is told, and not waited for', async t => {
	const directory = temporaryDirectory(t);
	const path = (name: string): string => join(directory, name);
	mkdirSync(path('folder'));
	writeFileSync(path('large'), Buffer.alloc((1 << 20) + 1, ' '));
	await makeNamedPipe(path('pipe'));
	for (const [name, message] of [
		['folder', 'the config file is no file'],
		['pipe', 'the config file is no file'],
		['large', 'this is larger than 1 MiB, which no config file is'],
	] as const) {
		await t.throwsAsync(loadSettings(path(name), false), {
			instanceOf: ConfigError,
			message: `${path(name)}: ${message}`,
		});
	}
});
