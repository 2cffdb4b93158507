import test from 'ava';
import {configPath} from '../../source/config/settings.js';

const cases: ReadonlyArray<
	readonly [what: string, env: Record<string, string>, NodeJS.Platform, home: string, path: string | null]
> = [
	['Linux', {}, 'linux', '/home/u', '/home/u/.config/reqscope/config.jsonc'],
	['as the user has it', {XDG_CONFIG_HOME: '/x'}, 'linux', '/home/u', '/x/reqscope/config.jsonc'],
	[
		'a relative path counts for nothing',
		{XDG_CONFIG_HOME: 'x'},
		'linux',
		'/home/u',
		'/home/u/.config/reqscope/config.jsonc',
	],
	['macOS', {}, 'darwin', '/Users/u', '/Users/u/Library/Preferences/reqscope/config.jsonc'],
	['macOS, as the user has it', {XDG_CONFIG_HOME: '/x'}, 'darwin', '/Users/u', '/x/reqscope/config.jsonc'],
	['no home', {}, 'linux', '', null],
	['Windows without its variable', {}, 'win32', 'C:\\u', null],
];

for (const [what, env, platform, home, path] of cases) {
	test(what, t => {
		t.is(configPath(env, platform, home), path);
	});
}

test('Windows', t => {
	t.regex(configPath({APPDATA: 'C:\\Users\\u'}, 'win32') ?? '', /^C:\\Users\\u.reqscope.config\.jsonc$/);
});
