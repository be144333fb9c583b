/** What the example page plays: slow chords over water, made by the browser itself, because no file of it has to be sent. */
export async function exampleSound(): Promise<Blob> {
  const context = new OfflineAudioContext(1, exampleSeconds * sampleRate, sampleRate)
  const out = context.createGain()
  out.gain.value = 0.2
  out.connect(context.destination)
  for (const [index, chord] of chords.entries())
    for (const frequency of chord) playNote(context, out, { frequency, at: index * chordSeconds })
  playWater(context, out)
  const sound = await context.startRendering()
  return toWav(sound.getChannelData(0))
}

const exampleSeconds = 30
const sampleRate = 22_050
const chordSeconds = 7.5
const chords = [
  [146.83, 220, 293.66, 349.23],
  [116.54, 174.61, 293.66, 440],
  [174.61, 220, 261.63, 392],
  [130.81, 196, 329.63, 293.66],
]

type Note = { frequency: number; at: number }

function playNote(context: OfflineAudioContext, out: AudioNode, { frequency, at }: Note) {
  const note = context.createOscillator()
  const loudness = context.createGain()
  note.type = 'triangle'
  note.frequency.value = frequency
  loudness.gain.setValueAtTime(0, at)
  loudness.gain.linearRampToValueAtTime(0.5, at + 2)
  loudness.gain.linearRampToValueAtTime(0, at + chordSeconds + 1)
  note.connect(loudness).connect(out)
  note.start(at)
  note.stop(at + chordSeconds + 1)
}

/** Low noise that swells and falls. */
function playWater(context: OfflineAudioContext, out: AudioNode) {
  const noise = context.createBuffer(1, exampleSeconds * sampleRate, sampleRate)
  const samples = noise.getChannelData(0)
  for (let at = 0; at < samples.length; at++) {
    const swell = 0.5 + 0.5 * Math.sin((at / sampleRate) * 1.3)
    samples[at] = (Math.random() * 2 - 1) * swell
  }
  const source = context.createBufferSource()
  const filter = context.createBiquadFilter()
  source.buffer = noise
  filter.frequency.value = 380
  source.connect(filter).connect(out)
  source.start()
}

/** 16 bits a sample, one channel. */
function toWav(samples: Float32Array): Blob {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [index, sample] of samples.entries())
    view.setInt16(44 + index * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true)
  return new Blob([view.buffer], { type: 'audio/wav' })
}
