import test from 'ava';
import {configPath} from '../../source/config/settings.js';

const cases: ReadonlyArray<
	readonly [what: string, env: Record<string, string>, NodeJS.Platform, home: string, path: string | null]
> = [
	['is in ~/.config on Linux', {}, 'linux', '/home/u', '/home/u/.config/reqscope/config.jsonc'],
	['is in XDG_CONFIG_HOME on Linux', {XDG_CONFIG_HOME: '/x'}, 'linux', '/home/u', '/x/reqscope/config.jsonc'],
	[
		'ignores a relative XDG_CONFIG_HOME',
		{XDG_CONFIG_HOME: 'x'},
		'linux',
		'/home/u',
		'/home/u/.config/reqscope/config.jsonc',
	],
	[
		'is in ~/Library/Preferences on macOS',
		{},
		'darwin',
		'/Users/u',
		'/Users/u/Library/Preferences/reqscope/config.jsonc',
	],
	[
		'is in XDG_CONFIG_HOME on macOS',
		{XDG_CONFIG_HOME: '/x'},
		'darwin',
		'/Users/u',
		'/x/reqscope/config.jsonc',
	],
	['needs a home directory', {}, 'linux', '', null],
	['needs APPDATA on Windows', {}, 'win32', 'C:\\u', null],
];

for (const [what, env, platform, home, path] of cases) {
	test(`the config file ${what}`, t => {
		t.is(configPath(env, platform, home), path);
	});
}

test('the config file is in APPDATA on Windows', t => {
	t.regex(configPath({APPDATA: 'C:\\Users\\u'}, 'win32') ?? '', /^C:\\Users\\u.reqscope.config\.jsonc$/);
});
