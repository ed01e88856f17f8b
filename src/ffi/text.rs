//! Writes texts to buffers of the caller.

use crate::Error;

/// Writes a text and a NUL to the buffer. Without a buffer writes nothing.
pub fn write_text(text: &[u8], given: bool, buffer: &mut [u8]) -> Result<(), Error> {
    if !given {
        return Ok(());
    }
    let room = buffer.get_mut(..=text.len()).ok_or(Error::Buffer)?;
    room.iter_mut().zip(text.iter().chain(&[0])).for_each(|(to, from)| *to = *from);
    Ok(())
}
