import {spawnSync} from 'node:child_process';
import {cpus} from 'node:os';
import process from 'node:process';
import {found} from './counters.js';

/** The programs that are measured beside reqscope where they are installed. */
const others = ['lnav', 'goaccess', 'wc'];

/** What of the others isn't installed. */
export function missing(): readonly string[] {
	return others.filter(program => found(program) === null);
}

/** On what and beside what is measured, in one line. */
export function machine(): string {
	const versions = others.flatMap(program => {
		const file = found(program);
		const said = file === null ? '' : spawnSync(file, ['--version'], {encoding: 'utf8'}).stdout;
		// Later lines of it are about licences, also within the first there may be.
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
