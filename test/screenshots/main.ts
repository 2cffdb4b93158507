// Generates the pictures of the readme. Runs the real program in a real terminal, with reproducible traffic and a fixed clock, so
// that a picture changes only if the screen does.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Frame, film} from './film.js';
import {type Palette, palettes} from './palette.js';
import {picture} from './picture.js';
import {recording, type Scene, type Step, scenes} from './scenes.js';
import {openStage, type Stage} from './stage.js';

const folder = process.argv[2] ?? 'docs/screenshots';
const columns = 120;
const lines = 36;

/** Starts the program, performs an action, and closes the program. */
async function onStage({args}: Pick<Scene, 'args'>, play: (stage: Stage) => Promise<void>): Promise<void> {
	const stage = openStage(columns, lines, args);
	try {
		await stage.terminal.waitFor(/\d+ results found/);
		await stage.still();
		await play(stage);
	} finally {
		await stage.close();
	}
}

function write(name: string, draw: (palette: Palette) => string): void {
	for (const [theme, palette] of Object.entries(palettes)) {
		const file = join(folder, `${name}-${theme}.svg`);
		const content = draw(palette);
		writeFileSync(file, content);
		console.log(`${file}: ${(content.length / 1000).toFixed(1)} kB`);
	}
}

async function take(scene: Scene): Promise<void> {
	return onStage(scene, async ({terminal, still}) => {
		const {name, title, keys} = scene;
		for (const [typed, shows] of keys) {
			terminal.write(typed);
			await terminal.waitFor(shows);
			await still();
		}
		const screen = terminal.styled();
		write(name, palette => picture(screen, title, palette));
	});
}

async function record(): Promise<void> {
	return onStage(recording, async stage => {
		const frames: Frame[] = [];
		const steps: readonly Step[] = recording.steps;
		for (const {keys, seconds = 0, stays} of steps) {
			if (keys !== undefined) {
				stage.terminal.write(keys);
				await stage.still();
			}
			await stage.pass(seconds);
			frames.push({lines: stage.terminal.styled(), stays});
		}
		write(recording.name, palette => film(frames, recording.title, palette));
	});
}

mkdirSync(folder, {recursive: true});
for (const scene of scenes) {
	await take(scene);
}
await record();
