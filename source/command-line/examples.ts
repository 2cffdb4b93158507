/** Command lines to begin with, and what each is for. */
export const examples = [
	{command: 'reqscope /var/log/nginx/access.log', about: 'watch a log'},
	{
		command: "reqscope '/var/log/nginx/*access*.log'",
		about: 'watch all that match, also those that appear later',
	},
	{
		command: "reqscope -q 'status:5xx since:15m -url:/health' access.log",
		about: 'watch what a search finds',
	},
	{command: 'docker logs -f web | reqscope', about: 'watch what another program writes'},
	{
		command: 'reqscope --json --limit 100 access.log',
		about: 'print the newest hundred requests, for other programs',
	},
	{
		command: 'reqscope --format \'$remote_addr [$time_local] "$request" $status\' access.log',
		about: 'read a format of your own, as it stands in the configuration of the server',
	},
	{
		command: "reqscope --alert '5xx share over 5% in 1m' --exec ./page-me access.log",
		about: 'ring the bell and run a program when too many requests fail',
	},
	{command: 'reqscope --demo', about: 'watch live traffic of a made-up storefront'},
] as const;
