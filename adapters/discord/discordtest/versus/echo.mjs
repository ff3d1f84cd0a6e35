// The smallest echo bot on discord.js: what bot serve is measured beside.
import { Client, Events, GatewayIntentBits as Intent } from 'discord.js';

const client = new Client({
  intents: [Intent.Guilds, Intent.GuildMessages, Intent.MessageContent],
  // Its own 50 requests a second are Discord's limit, which is not what is measured.
  rest: { api: process.env.TACK_DISCORD_API_URL, globalRequestsPerSecond: Infinity },
});
client.on(Events.MessageCreate, async (message) => {
  if (message.author.bot || message.system) return;
  const thread = message.channel.isThread() ? message.channel : await message.startThread({ name: 'echo' });
  await thread.send({ content: `echo: ${message.content}`, allowedMentions: { parse: [] } });
});
await client.login(process.env.DISCORD_TOKEN);
