import {spawnSync} from 'node:child_process';
import test from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {programCommand} from '../helpers/program.js';

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('a user without a home directory, whom the system doesn’t know, can count requests', t => {
	const [command = '', ...args] = programCommand('--count', '-');
	const {status, stdout, stderr} = spawnSync(command, args, {
		cwd: '/',
		env: {PATH: process.env.PATH ?? ''},
		uid: 65_532,
		gid: 65_532,
		input: numberedLines(3).join(''),
		encoding: 'utf8',
	});
	t.deepEqual({status, stdout, stderr}, {status: 0, stdout: '3 results found\n', stderr: ''});
});
