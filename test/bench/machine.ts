import {spawnSync} from 'node:child_process';
import {cpus} from 'node:os';
import process from 'node:process';
import {found} from './counters.js';

/** Programs to compare with reqscope, if installed. */
const others = ['lnav', 'goaccess', 'wc'];

/** Returns the programs to compare with that aren't installed. */
export function missing(): readonly string[] {
	return others.filter(program => found(program) === null);
}

/** Describes the machine and the versions of the compared programs in one line. */
export function machine(): string {
	const versions = others.flatMap(program => {
		const file = found(program);
		const said = file === null ? '' : spawnSync(file, ['--version'], {encoding: 'utf8'}).stdout;
		// Use only the first version number: the licence text in the output may contain others.
		return /\d+(?:\.\d+)+/.test(said) ? [`${program} ${/\d+(?:\.\d+)+/.exec(said)?.[0]}`] : [];
	});
	const [first] = cpus();
	return [
		`Node ${process.version}`,
		...versions,
		`${cpus().length} cores`,
		first?.model ?? process.arch,
	].join(', ');
}
