// Loaded before the program (node --import): its clock stands at the time that CLOCK says (milliseconds since 1970), and
// goes on by a second with each SIGUSR2, so that what the screen shows is the same each time.
let now = Number(process.env.CLOCK);

const SystemDate = Date;

class SetDate extends SystemDate {
	constructor(...args: readonly [] | ConstructorParameters<typeof Date>) {
		if (args.length === 0) {
			super(now);
		} else {
			super(...(args as ConstructorParameters<typeof Date>));
		}
	}

	static override now(): number {
		return now;
	}
}

globalThis.Date = SetDate as DateConstructor;

process.on('SIGUSR2', () => {
	now += 1000;
});
