import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import test from 'ava';
import {compress} from '../helpers/compressed.js';
import {programCommand} from '../helpers/program.js';
import {seededRandom} from '../helpers/random.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** LINES=1000000 npx ava build/test/end-to-end/line-texts.test.js draws from a long log, too. */
const longLines = Number(process.env.LINES ?? 20_000);
const tokensPerSample = 2;
const tokensPerLog = 8;

const samples = resolve('samples');

/** Runs the program and returns the bytes that it prints. */
function printed(cwd: string, ...args: readonly string[]): Buffer {
	const [file = '', ...words] = programCommand(...args);
	const {status, stdout, stderr} = spawnSync(file, words, {
		cwd,
		env: {PATH: process.env.PATH, HOME: cwd, TZ: 'UTC'},
		maxBuffer: 2 ** 31,
	});
	if (status !== 0) {
		throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
	}
	return stdout;
}

function linesOf(bytes: Buffer): Buffer[] {
	const lines: Buffer[] = [];
	for (let start = 0; start < bytes.length; ) {
		const found = bytes.indexOf(10, start);
		const end = found === -1 ? bytes.length : found;
		lines.push(bytes.subarray(start, end));
		start = end + 1;
	}
	return lines;
}

/** Draws 4 to 40 characters of a random line, none of them a part of invalid UTF-8. */
function drawToken(lines: readonly Buffer[], random: ReturnType<typeof seededRandom>): string {
	for (;;) {
		const characters = [...random.pick(lines).toString()];
		const length = random.between(4, 40);
		const start = random.between(0, Math.max(0, characters.length - length));
		const token = characters.slice(start, start + length).join('');
		if (token.length >= 4 && !token.includes('\ufffd')) {
			return token;
		}
	}
}

/** Counts the lines that contain a token: byte by byte, but without case if it has no capital. */
function countIn(lines: readonly Buffer[], token: string): number {
	if (token !== token.toLowerCase()) {
		return lines.filter(line => line.includes(token)).length;
	}
	const fold = (text: string): string => text.toLowerCase();
	return lines.filter(line => fold(line.toString()).includes(token)).length;
}

function countBy(cwd: string, token: string, ...paths: readonly string[]): number {
	const quoted = `"${token.replaceAll(/["\\]/g, '\\$&')}"`;
	const line = printed(cwd, '--count', '-q', `line:${quoted}`, ...paths).toString();
	return Number(/^(\d+) results found$/m.exec(line)?.[1]);
}

for (const name of readdirSync(samples).filter(file => file.endsWith('.log'))) {
	test(`line: finds tokens of ${name} exactly`, t => {
		const cwd = temporaryDirectory(t);
		const random = seededRandom(name.length);
		const lines = linesOf(printed(cwd, '--raw', join(samples, name)));
		for (let n = 0; n < tokensPerSample; n++) {
			const token = drawToken(lines, random);
			t.is(countBy(cwd, token, join(samples, name)), countIn(lines, token), token);
		}
	});
}

test('line: finds tokens of a long log exactly, also among rotated and compressed files', t => {
	const cwd = temporaryDirectory(t);
	const random = seededRandom(3);
	const sources = ['combined.log', 'nginx_json.log', 'caddy.log', 'unruly.log'].flatMap(name =>
		linesOf(readFileSync(join(samples, name))),
	);
	const text = Array.from(
		{length: longLines},
		(_, n) =>
			`${random.pick(sources).toString('latin1')}${n % 3 === 0 ? ` rid=${(n * 7919).toString(16)}` : ''}\n`,
	);
	const third = Math.ceil(longLines / 3);
	const part = (n: number): Buffer => Buffer.from(text.slice(n * third, (n + 1) * third).join(''), 'latin1');
	writeFileSync(join(cwd, 'access.log'), part(2));
	writeFileSync(join(cwd, 'access.log.1'), part(1));
	writeFileSync(join(cwd, 'access.log.2.gz'), compress('gzip', part(0).toString('latin1')));
	const paths = ['access.log', 'access.log.1', 'access.log.2.gz'];
	const lines = linesOf(printed(cwd, '--raw', ...paths));
	for (let n = 0; n < tokensPerLog; n++) {
		const token = drawToken(lines, random);
		t.is(countBy(cwd, token, ...paths), countIn(lines, token), token);
	}
});
